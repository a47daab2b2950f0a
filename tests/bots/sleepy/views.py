from tests.fixtures.kuhn.views import FORMS, action_name, choice, faults, observe, scores, view

__all__ = ["FORMS", "action_name", "choice", "faults", "observe", "scores", "view"]
