"""TechHome Direct: retail and e-commerce."""
