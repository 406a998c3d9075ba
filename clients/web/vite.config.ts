/** How pages are built; `build.ts` builds both. `npm run dev` serves them as they are changed. */

import { defineConfig } from "vite";

/** Where `make play` listens; `npm run dev` passes on to it whatever is no source. */
const SERVER = process.env["HEXWARDEN_SERVER"] ?? "http://127.0.0.1:8787";

export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  build: {
    outDir: "../../server/net/built",
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: false, // a page is one script
    target: "es2022",
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/ws": { target: SERVER, ws: true, changeOrigin: true, headers: { Origin: SERVER } },
      "/catalogue.json": SERVER,
      "/replay": SERVER,
      "/admin": SERVER,
    },
  },
}));
