"""What training costs: tokens a second beside another trainer, GiGPO's part of a step, and the environments'."""
