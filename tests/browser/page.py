#!/usr/bin/env python3
"""Plays on the page of `remise serve` in a real browser, without a window.

Usage: page.py PROGRAM [FOLDER], with a folder for screenshots. Needs Chromium, its driver and Selenium.
"""
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = sys.argv[1]
SHOTS = sys.argv[2] if len(sys.argv) > 2 else None

if not (shutil.which("chromium") and shutil.which("chromedriver")):
    print("there is no chromium with chromedriver here: the page is not tested")
    sys.exit(1 if os.environ.get("CI") else 0)

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

# An event that never comes fails the test after this many seconds.
PATIENCE = int(os.environ.get('PATIENCE', '120'))


class Server:
    """A running `remise serve`."""

    def __init__(self, port=0, *options):
        command = [PROGRAM, "serve", "--port", str(port), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.address

    def end(self):
        self.process.terminate()
        self.process.wait()


def browser(width=1280, height=860):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for word in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu",
                 f"--window-size={width},{height}"]:
        options.add_argument(word)
    service = Service(executable_path=shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


class Page:
    """The page in a tab."""

    def __init__(self, driver, address):
        self.driver = driver
        driver.get("about:blank")
        driver.get(address)
        self.wait_ready()

    def wait_ready(self):
        self.until(lambda: self.js("return document.documentElement.dataset.ready") == "yes")

    def js(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, condition):
        return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02).until(lambda _: condition())

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def press(self, name):
        self.js("document.getElementById(arguments[0]).click()", name)

    def choose(self, name, value):
        self.js("const it = document.getElementById(arguments[0]); it.value = arguments[1];"
                "it.dispatchEvent(new Event('input')); it.dispatchEvent(new Event('change'))", name, value)

    def square(self, number):
        return self.driver.find_element(By.CSS_SELECTOR, f'[data-square="{number}"]')

    def click(self, *squares):
        for number in squares:
            ActionChains(self.driver, duration=0).move_to_element(self.square(number)).click().perform()

    def drag(self, start, end):
        actions = ActionChains(self.driver, duration=20)
        actions.drag_and_drop(self.square(start), self.square(end)).perform()

    def type(self, move):
        self.find("typed").send_keys(move, Keys.ENTER)

    def moves(self):
        return self.js("return [...document.querySelectorAll('#moves button')].map(it => it.textContent)")

    def shot(self, name):
        if SHOTS:
            os.makedirs(SHOTS, exist_ok=True)
            time.sleep(0.3)
            self.driver.save_screenshot(os.path.join(SHOTS, f"{name}.png"))

    def new_game(self, variant, white, black, level=0):
        held = self.js("return sessionStorage.getItem('remise.game')")
        self.press("new")
        for name, value in [("variant", variant), ("white", white), ("black", black), ("level", level), ("time", "0.2")]:
            self.choose(name, value)
        self.press("start")
        self.until(lambda: self.js("return sessionStorage.getItem('remise.game')") != held)


def in_address(fen):
    return fen.replace(":", "%3A").replace(",", "%2C")


def opened(driver, server, variant, fen):
    return Page(driver, f"{server.address}#variant={variant}&fen={in_address(fen)}")


def whole_game(page, variant):
    """The engine plays both sides, up to the end of the game."""
    page.new_game(variant, "engine", "engine")
    page.until(lambda: any(word in page.text("status") for word in ["wins", "Draw"]))
    assert len(page.moves()) > 20, page.moves()


def game_with_a_person(page):
    """A person plays by click, by drag and by keys, is answered, and takes back."""
    page.new_game("draughts-10", "person", "engine")
    page.click(32, 28)
    page.until(lambda: len(page.moves()) == 2)
    page.click(31, 20)
    page.until(lambda: page.text("message"))
    assert page.text("message").startswith("'31x20': "), page.text("message")
    page.press("undo")
    page.until(lambda: page.moves() == [])
    page.drag(33, 28)
    page.until(lambda: len(page.moves()) == 2)
    page.press("undo")
    page.until(lambda: page.moves() == [])
    page.type("34-30")
    page.until(lambda: len(page.moves()) == 2)
    page.press("hint")
    page.until(lambda: "Hint" in page.text("message"))
    page.press("resign")
    page.until(lambda: page.text("status") == "White resigns. Black wins.")


def reload_and_restart(driver, server):
    """A game goes on after a reload and with another server."""
    page = Page(driver, server.address)
    page.new_game("russian", "person", "person")
    page.type("c3-d4")
    page.until(lambda: page.moves() == ["c3-d4"])
    driver.refresh()
    page.wait_ready()
    assert page.moves() == ["c3-d4"], page.moves()
    port = server.address.rstrip("/").rsplit(":", 1)[1]
    server.end()
    page.type("d6-c5")
    page.until(lambda: "does not answer" in page.text("message"))
    again = Server(port)
    page.type("d6-c5")
    page.until(lambda: len(page.moves()) == 2)
    return again


def two_tabs(driver, server):
    """Each tab has its own game."""
    first, one = Page(driver, server.address), driver.current_window_handle
    first.new_game("draughts-8", "person", "person")
    first.type("c3-d4")
    first.until(lambda: len(first.moves()) == 1)
    driver.switch_to.new_window("tab")
    second = Page(driver, server.address)
    second.new_game("checkers-8", "person", "person")
    second.type("11-15")
    second.until(lambda: second.moves() == ["11-15"])
    driver.refresh()
    second.wait_ready()
    assert second.moves() == ["11-15"]
    driver.close()
    driver.switch_to.window(one)
    driver.refresh()
    first.wait_ready()
    assert first.moves() == ["c3-d4"]


def refusals(driver, server):
    """What is refused says why."""
    page = opened(driver, server, "draughts-10", "W:W28,31,44:B22,23,13")
    page.type("28x19")
    page.until(lambda: page.text("message"))
    assert "a capture of" in page.text("message"), page.text("message")


def ambiguous_capture(driver, server):
    """A capture with two routes is entered square by square, and by choosing."""
    for way in ["squares", "choice"]:
        page = opened(driver, server, "draughts-10", AMBIGUOUS)
        page.click(*AMBIGUOUS_ENDS)
        page.until(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#choices button")) > 1)
        if way == "squares":
            page.click(AMBIGUOUS_MIDDLE)
        else:
            page.driver.find_element(By.CSS_SELECTOR, "#choices button").click()
        page.until(lambda: len(page.moves()) == 1)


# 4x15 is 4x27x38x15 or 4x31x42x15.
AMBIGUOUS = "W:WK4:B13,20,32,37"
AMBIGUOUS_ENDS = (4, 15)
AMBIGUOUS_MIDDLE = 38


def set_up(driver, server):
    """A position is painted, and is in the address."""
    page = Page(driver, server.address)
    page.new_game("draughts-6", "person", "person")
    page.press("open-setup")
    page.press("clear")
    brushes = page.driver.find_elements(By.CSS_SELECTOR, "#brushes button")
    brushes[1].click()
    page.click(16)
    page.driver.find_elements(By.CSS_SELECTOR, "#brushes button")[3].click()
    page.click(3)
    page.until(lambda: page.find("fen").get_attribute("value") == "W:WK16:BK3")
    page.press("setup-done")
    page.until(lambda: "fen=W%3AWK16%3ABK3" in page.driver.current_url)
    copied = Page(page.driver, page.driver.current_url)
    assert copied.js("return document.querySelectorAll('.piece').length") == 2


def screenshots(driver, server):
    """The page in several sizes and colors."""
    page = Page(driver, server.address)
    whole_game(page, "draughts-10")
    page.press("first")
    page.press("analyse")
    for _ in range(14):
        page.until(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, ".pv")) > 0)
        time.sleep(0.25)
        page.press("forward")
    time.sleep(1)
    page.shot("analysis-light")
    page.press("theme")
    page.shot("analysis-dark")
    page.press("analyse")
    page.new_game("draughts-6", "person", "person")
    page.shot("6x6-dark")
    page.press("theme")
    page.new_game("draughts-14", "person", "person")
    page.press("names")
    page.shot("14x14-light")
    page.press("names")
    driver.set_window_size(390, 844)
    page.new_game("draughts-10", "person", "person")
    page.shot("phone-light")
    width = page.js("return document.documentElement.scrollWidth - window.innerWidth")
    assert width <= 0, f"the page is {width} pixels wider than a phone"
    driver.set_window_size(1280, 860)


def main():
    with contextlib.ExitStack() as stack:
        server = Server()
        stack.callback(server.end)
        driver = browser()
        stack.callback(driver.quit)
        page = Page(driver, server.address)
        game_with_a_person(page)
        for variant in ["draughts-10", "russian", "checkers-8"]:
            whole_game(page, variant)
        ambiguous_capture(driver, server)
        refusals(driver, server)
        set_up(driver, server)
        two_tabs(driver, server)
        server = reload_and_restart(driver, server)
        stack.callback(server.end)
        if SHOTS:
            screenshots(driver, server)
    print("the page passes")


main()
