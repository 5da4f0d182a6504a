"""Pictures of simulations, win tables and trained leaves; matplotlib is loaded once something is drawn."""

from jackdaw.plots.simulation_plot import plot_simulation
from jackdaw.plots.training_plots import check_plot, panels, plot_convergence, plot_win_table

__all__ = ["check_plot", "panels", "plot_convergence", "plot_simulation", "plot_win_table"]
