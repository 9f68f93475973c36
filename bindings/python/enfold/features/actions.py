"""Actions: the types of a feature's actions, and their JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .. import _json
from .._json import NOT_GIVEN
from . import _text
from ._values import BadValueError
from .annotations import Forms, members
from .containers import DictForm
from .forms import AnyForm, ChoiceForm, Definitions, Form
from .models import ModelForm
from .objects import DataclassForm, TypedDictForm

_CLASS_NAME = re.compile(r"^[A-Z]+(?=[A-Z][a-z]|[0-9_]|$)|^[A-Z]")


class Actions:
    """What a feature's function gets, and how that is written.

        Literal["clear"]           "clear", or {"clear":{}}
        a dataclass, a model       {"add":{"sku":"x"}}: the name of the class, with a small letter
        an enumeration             as Literal, of its values
        a TypedDict                its own JSON: {"add":{"sku":"x"}} has the key "add"

    Without types an action is the JSON value.
    """

    def __init__(self, annotation: Any, forms: Forms) -> None:
        self._named: dict[str, DataclassForm | ModelForm] = {}
        self._plain: dict[str, Any] = {}  # those that are a name alone
        self._dicts: list[TypedDictForm] = []
        kinds = [forms.form(each) for each in members(annotation)]
        self.is_typed = not any(isinstance(form, (AnyForm, DictForm)) for form in kinds)
        if self.is_typed:
            for form in kinds:
                self._add(form)

    def _add(self, form: Form) -> None:
        if isinstance(form, ChoiceForm):
            for choice, written in form.choices:
                if not isinstance(written, str):
                    raise TypeError(f"an action's name is a str, not {written!r}")
                self._claim(written)
                self._plain[written] = choice
        elif isinstance(form, (DataclassForm, ModelForm)):
            name = action_name(form.kind)
            self._claim(name)
            self._named[name] = form
        elif isinstance(form, TypedDictForm):
            self._dicts.append(form)
        else:
            raise TypeError(
                "actions are dataclasses, pydantic models, TypedDicts, enumerations or Literal, "
                'joined by |, or dict: such as Add | Literal["clear"]'
            )

    def _claim(self, name: str) -> None:
        if name in self._named or name in self._plain:
            raise TypeError(f"two actions have the name {name!r}")

    # Schemas

    def schema(self) -> dict[str, Any] | None:
        """The JSON Schema; None if every JSON is an action."""
        if not self.is_typed:
            return None
        definitions = Definitions(is_read_only=True)
        return definitions.document({"oneOf": list(self._choices(definitions))})

    def _choices(self, definitions: Definitions) -> Iterator[Any]:
        for name in self._plain:
            yield {"const": name}
            nothing = {"type": "object", "properties": {}, "additionalProperties": False}
            yield _case(name, nothing)
        for name, form in self._named.items():
            if form.has_defaults:
                yield {"const": name}
            yield _case(name, form.schema(definitions))
        for each in self._dicts:
            yield each.schema(definitions)

    # Reading and writing

    def read(self, text: bytes) -> Any:
        """The action of a text that the library has checked."""
        value = _json.decode(text)
        if not self.is_typed:
            return value
        name: Any = value
        payload: Any = {}
        if isinstance(value, dict) and len(value) == 1:
            [(name, payload)] = value.items()
        try:
            if isinstance(name, str):
                if name in self._plain:
                    return self._plain[name]
                if name in self._named:
                    return self._named[name].read({} if payload is None else payload)
            for form in self._dicts:
                if form.has(value):
                    return form.read(value)
        except BadValueError as error:
            raise error.at(f"/{name}" if isinstance(value, dict) else "") from None
        raise TypeError(f"{text.decode(errors='replace')} is no action of this feature")

    def encode(self, action: Any, payload: Any, fields: dict[str, Any]) -> bytes:
        """An action as JSON: an instance, or what `Store.send` takes."""
        if payload is NOT_GIVEN and not fields:
            for name, form in self._named.items():
                if type(action) is form.kind:
                    try:
                        return _text.encode({name: form.write(action)})
                    except BadValueError as error:
                        raise error.at(f"/{name}") from None
            for name, choice in self._plain.items():
                if action is choice:
                    return _text.encode(name)
        return _json.encode_action(action, payload, fields)


def action_name(kind: type) -> str:
    """The name of a class as that of an action: SetCount is setCount, and URLOpened urlOpened."""
    return _CLASS_NAME.sub(lambda found: found[0].lower(), kind.__name__, count=1)


def _case(name: str, payload: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {name: payload},
        "required": [name],
        "additionalProperties": False,
    }
