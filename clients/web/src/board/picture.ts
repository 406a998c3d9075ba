/** What was painted, as a picture that a drawing can show: a file in the page's memory, with an address of its own. */

import type { Painting } from "./ground/painter.ts";

/** The address of a painting's picture; null where the browser makes none. Whoever drops it revokes it. */
export async function pictureAddress({ picture }: Painting): Promise<string | null> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: picture.width, height: picture.height });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  return file && URL.createObjectURL(file);
}
