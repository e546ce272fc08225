-- What the application's role may do (run by the owner at each start, after migrations): anything
-- with its own tables, and with the ledger nothing but read it and call its functions.
GRANT USAGE ON SCHEMA public TO {role};
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
DO $$
DECLARE
    one record;
BEGIN
    FOR one IN
        SELECT c.oid::regclass AS name, c.relkind FROM pg_class c
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S')
            AND (c.relname LIKE 'ledger\_%' OR c.relname = 'django_migrations')
    LOOP
        EXECUTE format('REVOKE ALL ON %s %s FROM {role}',
            CASE one.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, one.name);
        IF one.relkind = 'r' THEN
            EXECUTE format('GRANT SELECT ON %s TO {role}', one.name);
        END IF;
    END LOOP;
    FOR one IN
        SELECT p.oid::regprocedure AS name FROM pg_proc p
        WHERE p.pronamespace = 'public'::regnamespace AND p.proname LIKE 'ledger\_%'
            AND p.prosecdef
    LOOP
        -- Migrations took them from PUBLIC; a restore that left rights out gave them back.
        EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', one.name);
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO {role}', one.name);
    END LOOP;
END $$;
-- A restore is for the owner to state: it explains that published seals are gone.
REVOKE ALL ON FUNCTION ledger_note_restore() FROM {role};
-- Staff ask and decide through the application; the guards of that table do the rest.
GRANT INSERT, UPDATE (approved, decided_by_id, decided_at, transfer_id)
    ON ledger_issue_request TO {role};
GRANT USAGE ON SEQUENCE ledger_issue_request_id_seq TO {role};
