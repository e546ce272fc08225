-- Who may state a restore: the owner alone (run once, by migration 0017; never edited).
--
-- What explains that published seals are gone must not be for the application, or whoever took it
-- over, to say; `deploy.ready` says it as the owner. A function is everybody's until it is not.
REVOKE ALL ON FUNCTION ledger_note_restore() FROM PUBLIC;
