"""HTTP and WebSockets around tables: who may connect, what is stored, what goes out."""
