import os
import time
from random import Random

from tefuda.engine.view import View


def choose(view: View, random: Random) -> str:
    time.sleep(float(os.environ["SLEEPY_SECONDS"]))
    return "slept"
