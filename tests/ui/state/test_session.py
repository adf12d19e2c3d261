"""What a session keeps from screen to screen."""

from streamlit.testing.v1 import AppTest

from tests.waiting import PATIENCE


def _screens() -> None:
    """Two screens with a panel and one without, each drawn as pages/frame.py draws it.

    ``interrupted`` stands for a request to go elsewhere that comes before the panel is drawn.
    """
    import streamlit as st

    from pages.ui.state import session

    session.keep_choices()
    if st.session_state.get("interrupted"):
        st.stop()
    screen = st.session_state.get("screen", "explore")
    if screen == "learn":
        st.stop()
    session.bring_choices(screen)
    # Streamlit keeps the controls of each page apart; here it takes different settings for them.
    st.number_input("Seed", 0, 100, 0, key="seed", help=screen)
    session.keep_choices()


def _at(app: AppTest, screen: str, *, interrupted: bool = False) -> AppTest:
    app.session_state["screen"] = screen
    app.session_state["interrupted"] = interrupted
    return app.run()


def test_choices_come_along() -> None:
    app = AppTest.from_function(_screens, default_timeout=PATIENCE).run()
    app.number_input(key="seed").set_value(7).run()
    assert _at(app, "criteria").number_input(key="seed").value == 7
    app.number_input(key="seed").set_value(8)
    assert _at(app, "explore").number_input(key="seed").value == 8


def test_a_choice_comes_along_although_its_run_was_interrupted() -> None:
    app = AppTest.from_function(_screens, default_timeout=PATIENCE).run()
    app.number_input(key="seed").set_value(7)
    _at(app, "explore", interrupted=True)
    assert _at(app, "criteria").number_input(key="seed").value == 7


def test_choices_outlive_a_screen_without_the_panel() -> None:
    app = AppTest.from_function(_screens, default_timeout=PATIENCE).run()
    app.number_input(key="seed").set_value(7)
    _at(app, "learn")
    _at(app, "learn")
    assert _at(app, "criteria").number_input(key="seed").value == 7
