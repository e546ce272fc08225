"""The pages that belong to no single app: home, accounts, help, problems, errors."""
