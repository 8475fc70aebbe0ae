"""The common load for Locust: a variable in the URL, checks of status and body, one JSON field."""

import itertools
import os

from locust import FastHttpUser, task

numbers = itertools.count(1)
text = os.environ["BENCH_TEXT"]


class Shopper(FastHttpUser):
    @task
    def item(self):
        with self.client.get(f"/item?id={next(numbers)}", name="item", catch_response=True) as response:
            if response.status_code != 200:
                response.failure("status is not 200")
            elif text not in response.text:
                response.failure("body lacks the text")
            else:
                self.last_id = response.json()["id"]
