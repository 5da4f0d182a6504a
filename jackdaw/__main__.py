"""`python -m jackdaw`: the program `jackdaw`."""

from jackdaw.cli import main

if __name__ == "__main__":
    main()
