from tests.fixtures.kuhn.views import FORMS, action_name, choice, observe, faults, scores, view

__all__ = ["FORMS", "action_name", "choice", "observe", "faults", "scores", "view"]
