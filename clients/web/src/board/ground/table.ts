/** The table below the map: planks of walnut by lamplight, of oak by day. */

import { cloudy, grain, smooth, step } from "./noise.ts";
import type { Frame, Theme } from "./paint.ts";

type Colour = readonly [number, number, number];

/** How high a plank is, in pixels of the page. */
const PLANK = 118;

const WOODS: Readonly<Record<Theme, { dark: Colour; light: Colour; seam: number; corner: number }>> = {
  dark: { dark: [37, 29, 25], light: [68, 53, 41], seam: 0.62, corner: 0.55 },
  light: { dark: [160, 133, 95], light: [198, 171, 129], seam: 0.3, corner: 0.22 },
};

/** Paint the table into pixels; yields after every row. */
export function* planks(frame: Frame, theme: Theme, into: Uint8ClampedArray): Generator<number> {
  const wood = WOODS[theme];
  const [half, tall] = [frame.width / 2, frame.height / 2];
  for (let y = 0; y < frame.height; y += 1) {
    const plank = Math.floor(y / PLANK);
    const inside = y - plank * PLANK;
    for (let x = 0; x < frame.width; x += 1) {
      const ring = cloudy(x / 300 + plank * 7.3, y / 11 + plank * 3.1);
      const fibre = smooth(x / 44, y / 1.7) - 0.5;
      const share = Math.min(1, Math.max(0, (ring - 0.3) * 1.7 + fibre * 0.22 + (grain(plank, 3) - 0.5) * 0.34));
      const seam = inside < 1.6 ? 1 - wood.seam : inside < 3.2 ? 1.1 : 1;
      const lamp = 1.08 - wood.corner * step(0.35, 1.4, Math.hypot((x - half) / half, (y - tall) / tall));
      const at = (y * frame.width + x) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const [from, to] = [wood.dark[channel] as number, wood.light[channel] as number];
        into[at + channel] = (from + (to - from) * share) * seam * lamp;
      }
      into[at + 3] = 255;
    }
    yield y;
  }
}
