"""WebShop: buy what an instruction asks for (Yao et al., 2022, arXiv 2207.01206)."""
