"""The credit benchmark: what estimators give a step, against what the step was worth."""
