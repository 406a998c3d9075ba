"""All pictures of a folder on sheets, one for each size and theme, to be looked at as a whole."""

from pathlib import Path

from playwright.async_api import Browser

WIDE = 1840  # pixels of a sheet
STYLE = """
body { margin: 0; padding: 16px; background: #2b2b2b; color: #eee; font: 600 15px sans-serif; }
main { display: flex; flex-wrap: wrap; gap: 14px; align-items: flex-start; }
figure { margin: 0; }
img { display: block; width: var(--wide); border: 1px solid #555; }
figcaption { padding: 3px 0; }
"""
WIDTHS = {1440: 590, 820: 350, 390: 215, 720: 350}
"""How wide a picture of each size is on its sheet, in pixels."""


def page_of(names: list[str], size: int, theme: str) -> str:
    """The sheet's HTML."""
    ending = f"-{size}-{theme}.png"
    shown = [
        f"<figure><img src='{name}'><figcaption>{name.removesuffix(ending)}</figcaption></figure>"
        for name in names
        if name.endswith(ending)
    ]
    title = f"{size} px wide, {theme}"
    return (
        f"<!doctype html><meta charset=utf-8><title>{title}</title><style>{STYLE}"
        f":root {{ --wide: {WIDTHS[size]}px }}</style><h1>{title}</h1><main>{''.join(shown)}</main>"
    )


async def lay_out(browser: Browser, folder: Path, themes: tuple[str, ...]) -> list[Path]:
    """Lay all pictures out; the sheets, as `contact-SIZE-THEME.png`."""
    names = sorted(one.name for one in folder.glob("*.png") if not one.name.startswith("contact"))
    page = await browser.new_page(viewport={"width": WIDE, "height": 1000})
    sheets = []
    for size in WIDTHS:
        for theme in themes:
            html = folder / f"contact-{size}-{theme}.html"
            html.write_text(page_of(names, size, theme), "utf-8")
            await page.goto(html.resolve().as_uri())
            sheet = html.with_suffix(".png")
            await page.screenshot(path=str(sheet), full_page=True)
            sheets.append(sheet)
    await page.close()
    return sheets
