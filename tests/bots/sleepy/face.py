from tests.fixtures.kuhn.face import FORMS, action_name, choice, event, faults, scores, view

__all__ = ["FORMS", "action_name", "choice", "event", "faults", "scores", "view"]
