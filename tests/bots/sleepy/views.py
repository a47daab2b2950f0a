from harness.fixtures.kuhn.views import FIELD_FORMATS, action_name, choice, faults, observe, scores, view

__all__ = ["FIELD_FORMATS", "action_name", "choice", "faults", "observe", "scores", "view"]
