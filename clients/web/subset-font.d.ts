/** What `art.ts` uses of a library that brings no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: string;
      keepFeatures: string[];
      noHinting: boolean;
      variationAxes?: Record<string, number>;
    },
  ): Promise<Buffer>;
}
