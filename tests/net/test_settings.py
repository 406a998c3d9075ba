import argparse
from functools import partial
from pathlib import Path

import pytest

from server.process.store_opening import is_exposed
from server.settings import UNITS, BadSetting, Settings, add_arguments, describe, load


def given(*flags: str, environ: dict[str, str] | None = None) -> Settings:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return load(parser.parse_args(flags), environ or {})


def test_without_anything_set_every_setting_has_its_default() -> None:
    assert given() == Settings()
    assert (Path(Settings().web) / "index.html").is_file()  # else no browser finds a client


def test_a_flag_beats_the_environment_and_the_environment_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "hexwarden.toml"
    file.write_text('port = 1001\nhost = "10.0.0.1"\nlog = "json"\n')
    environ = {"HEXWARDEN_PORT": "1002", "HEXWARDEN_HOST": "10.0.0.2"}
    settings = given("--port", "1003", "--config", str(file), environ=environ)
    assert (settings.port, settings.host, settings.log) == (1003, "10.0.0.2", "json")


def test_the_file_can_be_named_by_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "hexwarden.toml"
    file.write_text('origins = ["https://a.example", "https://b.example"]\ntrust_proxy = true\n')
    settings = given(environ={"HEXWARDEN_CONFIG": str(file)})
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.trust_proxy == ("private",)


def test_the_stores_address_can_stand_in_a_file(tmp_path: Path) -> None:
    """Given a file with the address, then it is the store, however the file is named."""
    file = tmp_path / "store"
    file.write_text("rediss://:open-sesame@store:6379/0\n")
    settings = given("--store-file", str(file))
    assert settings.store == "rediss://:open-sesame@store:6379/0"
    assert given(environ={"HEXWARDEN_STORE_FILE": str(file)}) == settings
    (tmp_path / "settings.toml").write_text(f'store_file = "{file}"\n')
    assert given("--config", str(tmp_path / "settings.toml")) == settings


@pytest.mark.parametrize(
    ("content", "flags", "says"),
    [
        ("redis://:open-sesame@a", ("--store", "redis://b"), "both"),
        ("redis://:open-sesame@a redis://b", (), "2 words"),
        ("", (), "0 words"),
        (None, (), "cannot be read"),
    ],
)
def test_a_file_that_is_no_address_is_refused_and_not_repeated(
    tmp_path: Path, content: str | None, flags: tuple[str, ...], says: str
) -> None:
    file = tmp_path / "store"
    if content is not None:
        file.write_text(content)
    with pytest.raises(BadSetting, match=says) as caught:
        given("--store-file", str(file), *flags)
    assert "open-sesame" not in str(caught.value)


@pytest.mark.parametrize(
    ("store", "arguments", "is_told"),
    [
        ("redis://:pw@a/0", ["serve", "--store", "redis://:pw@a/0"], True),
        ("redis://ann:pw@a/0", ["serve", "--store=redis://ann:pw@a/0"], True),
        (
            "redis+sentinel://a/m?sentinel_password=x",
            ["redis+sentinel://a/m?sentinel_password=x"],
            True,
        ),
        ("redis://:pw@a/0", ["serve"], False),
        ("redis://a:6379/0", ["serve", "--store", "redis://a:6379/0"], False),
        ("unix:///run/store", ["serve", "--store", "unix:///run/store"], False),
    ],
)
def test_a_password_on_the_command_line_is_noticed(
    store: str, arguments: list[str], is_told: bool
) -> None:
    assert is_exposed(store, arguments) is is_told


def test_lists_and_switches_can_be_written_as_text() -> None:
    settings = given(
        "--origins",
        "https://a.example, https://b.example",
        environ={"HEXWARDEN_TRUST_PROXY": "yes"},
    )
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.trust_proxy == ("private",)
    assert given("--trust-proxy").trust_proxy == ("private",)
    named = given("--trust-proxy", "192.0.2.7, 10.0.0.0/8").trust_proxy
    assert named == ("192.0.2.7", "10.0.0.0/8")
    assert not given("--trust-proxy", "off", environ={"HEXWARDEN_TRUST_PROXY": "1"}).trust_proxy


@pytest.mark.parametrize(
    ("flags", "environ", "parts"),
    [
        (["--port", "many"], {}, ["--port", "'many'", "int"]),
        (["--port", "70000"], {}, ["--port", "65535"]),
        ([], {"HEXWARDEN_HELLO_TIMEOUT": "0"}, ["HEXWARDEN_HELLO_TIMEOUT", "> 0"]),
        (["--log", "xml"], {}, ["--log", "xml"]),
        (["--trust-proxy", "maybe"], {}, ["trust_proxy", "maybe"]),
        (["--trust-proxy", "10.0.0.1/8"], {}, ["trust_proxy", "10.0.0.1/8"]),
        (["--tls-key", "key.pem"], {}, ["tls_key", "tls_cert"]),
        (["--outbound-soft", "900000", "--outbound-hard", "800000"], {}, ["outbound_hard"]),
        (["--config", "/nowhere/at/all.toml"], {}, ["/nowhere/at/all.toml", "cannot be read"]),
    ],
)
def test_a_bad_value_is_one_clear_line(
    flags: list[str], environ: dict[str, str], parts: list[str]
) -> None:
    with pytest.raises(BadSetting) as caught:
        given(*flags, environ=environ)
    text = str(caught.value)
    assert "\n" not in text
    assert all(part in text for part in parts), text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("prot = 1", ["'prot'", "no setting"]),
        ("port = ", ["not TOML"]),
        ('port = "1x"', ["port", "1x"]),
        ("host = 5", ["host", "str"]),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, text: str, parts: list[str]) -> None:
    file = tmp_path / "hexwarden.toml"
    file.write_text(text)
    with pytest.raises(BadSetting) as caught:
        given("--config", str(file))
    assert "\n" not in str(caught.value)
    assert all(part in str(caught.value) for part in [str(file), *parts]), str(caught.value)


def test_help_lists_every_setting_with_its_default() -> None:
    parser = argparse.ArgumentParser(prog="hexwarden serve")
    add_arguments(parser)
    text = " ".join(parser.format_help().split())
    for each in describe():
        assert each.flag in text
        assert each.help.split(";")[0][:20] in text
    assert "(default: 8787)" in text


def test_every_setting_is_described() -> None:
    names = [each.name for each in describe()]
    assert names == list(Settings.__struct_fields__)
    assert all(each.help for each in describe())


def test_help_names_the_unit_of_every_number_and_long_times_in_days() -> None:
    """Given a setting that is a number, then `--help` says in which unit; a month is 30 days, not
    2.592e+06."""
    numbers = {each.name for each in describe() if type(each.default) in (int, float)}
    assert numbers == {name for names in UNITS.values() for name in names}
    wide = partial(argparse.HelpFormatter, width=400)
    parser = argparse.ArgumentParser(formatter_class=wide)
    add_arguments(parser)
    told = " ".join(parser.format_help().split())
    assert "--retention SECONDS how long" in told
    assert "0 for ever (default: 2592000, 30 days)" in told
    assert "--message-size BYTES longest message" in told
    assert "--message-rate PER_SECOND requests" in told
    assert "e+0" not in told
