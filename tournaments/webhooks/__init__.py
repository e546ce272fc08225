"""Webhooks: what happens in a tournament, posted to an address that its organiser names.

- `commands` register, change and remove them, and note what is to be sent;
- `addresses` says to which machines we speak at all, `sending` signs and posts one delivery;
- `jobs` call `delivering.deliver` each second.

At least once and in order: a delivery is tried until it is taken or given up, and a receiver that
sees a number twice has seen it before.
"""
