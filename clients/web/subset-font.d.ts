/** What `art.ts` uses of libraries that bring no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: string;
      keepFeatures?: string[];
      noHinting?: boolean;
      variationAxes?: Record<string, number>;
    },
  ): Promise<Buffer>;
}

declare module "svg2ttf" {
  export default function svg2ttf(font: string, options: { ts: number }): { buffer: Uint8Array };
}
