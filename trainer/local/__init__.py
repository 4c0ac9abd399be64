"""The one-process trainer."""
