"""Training with group-in-group policy optimization: estimators, trainers, bridges."""
