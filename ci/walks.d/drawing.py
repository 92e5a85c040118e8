"""Draws walks: which actions, in which order, in which world and editions. The same seed draws the same walks."""

import random

from alphabet import ACTIONS, EDITIONS, WORLDS


def possible(action, facts):
    return all(word[1:] not in facts if word.startswith("!") else word in facts for word in action["when"])


def after(facts, changes):
    facts = set(facts)
    for change in changes:
        (facts.add if change[0] == "+" else facts.discard)(change[1:])
    return facts


class Drawing:
    """Counts which ordered pairs and adjacent triples of actions there are already, so that each walk brings new ones."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pairs, self.triples, self.used = {}, {}, {}

    def gain(self, walk, action):
        name = action["name"]
        pairs = sum(1 / (1 + 3 * self.pairs.get((before["name"], name), 0)) for before in walk)
        triple = tuple(each["name"] for each in walk[-2:]) + (name,)
        new = 2 / (1 + 3 * self.triples.get(triple, 0)) if len(triple) == 3 else 0
        # An action that nobody has taken yet is worth more than a new neighbour of one that everybody takes.
        fresh = 4 / (1 + self.used.get(name, 0))
        again = 3 * sum(each["name"] == name for each in walk)
        return pairs + new + fresh - again

    def walk(self, world, length, edition):
        areas = set(WORLDS[world]["areas"].split())
        alphabet = [each for each in ACTIONS if (not each["areas"] or areas & set(each["areas"])) and edition in each["editions"]]
        facts, walk = set(WORLDS[world]["start"].split()), []
        while len(walk) < length:
            choices = [each for each in alphabet if possible(each, facts)]
            # Time has to pass and the app to live on, or what was changed is never seen: every third action sees to that.
            if walk and len(walk) % 3 == 2:
                moving = [each for each in choices if each["name"] in ("check-in", "retry", "half", "relaunch", "killed", "launch", "resume", "nearly", "rest", "days")]
                choices = moving or choices
            # Somebody comes first, or is about to: of an app that nobody uses nothing can go wrong.
            if len(walk) == 1 and "somebody" not in facts or not walk and self.random.random() < 0.6:
                coming = [each for each in choices if "+somebody" in each["then"]]
                choices = coming or choices
            chosen = max(choices, key=lambda each: self.gain(walk, each) * self.random.uniform(0.4, 1))
            walk.append(chosen)
            facts = after(facts, chosen["then"])
        return walk

    def keep(self, walk):
        names = [each["name"] for each in walk]
        for index, name in enumerate(names):
            self.used[name] = self.used.get(name, 0) + 1
            for before in set(names[:index]):
                self.pairs[before, name] = self.pairs.get((before, name), 0) + 1
            if index > 1:
                triple = tuple(names[index - 2:index + 1])
                self.triples[triple] = self.triples.get(triple, 0) + 1


def draw(seed, count):
    """Walks of all worlds, by their weights; each is a dictionary with its world, actions, editions and number."""
    drawing, walks = Drawing(seed), []
    total = sum(world["weight"] for world in WORLDS.values())
    for world, about in WORLDS.items():
        editions = about.get("editions", EDITIONS)
        for index in range(max(1, round(count * about["weight"] / total))):
            edition = editions[-1] if index % 3 == 0 else editions[index % len(editions)]
            best = max((drawing.walk(world, drawing.random.randint(8, 11), edition) for _ in range(4)),
                       key=lambda walk: sum(drawing.gain(walk[:at], each) for at, each in enumerate(walk)) / len(walk))
            drawing.keep(best)
            walks.append({"world": world, "actions": best, "editions": [edition]})
    return walks, drawing
