/** The page's faces: one for titles, one for texts. They lie in the script, so that no text changes its face as one reads. */

import faces from "../../made/faces.json" with { type: "json" };

/** Make the faces known to the page. */
export function loadFaces(): void {
  for (const [name, letters] of Object.entries(faces as Record<string, string>)) {
    const [family = "", weight = "400"] = name.split("|");
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    document.fonts.add(new FontFace(family, bytes.buffer, { weight }));
  }
}
