"""What REST doors of every app share, and the wallet's own."""
