/** What can be asked of the server, and what each request is answered with. */

import type { RefusalCode, Reply, Request } from "../protocol.ts";

/** The first element of a request. */
export type Asked = Request[0];

type RequestOf<T extends Asked> = Extract<Request, readonly [T, ...unknown[]]>;
type Rest<R> = R extends readonly [unknown, unknown, ...infer F] ? F : never;

/** What a request says after its tag and its number. */
export type Asking<T extends Asked> = Rest<RequestOf<T>>;

/** A reply by its tag. */
export type ReplyOf<T extends Reply[0]> = Extract<Reply, readonly [T, ...unknown[]]>;

/** The requests that are answered with more than that they are granted. */
type Answers = {
  hello: "welcome";
  new_token: "welcome";
  tables: "tables";
  battles: "battles";
  ladder: "ladder";
  create: "joined";
  join: "joined";
  invite: "invited";
  invitation: "invitation";
  share: "shared";
  start: "started";
  preview: "previewed";
  intent: "taken";
  undo: "taken";
};

/** What a request is answered with. */
export type Answer<T extends Asked> = ReplyOf<T extends keyof Answers ? Answers[T] : "done">;

/** What hears of a reply. */
export type Waiting = { resolve: (reply: Reply) => void; reject: (fault: Error) => void };

/** A request that the server refused. */
export class Refusal extends Error {
  code: RefusalCode;
  rule: string;

  constructor(code: RefusalCode, text: string, rule = "") {
    super(text);
    this.code = code;
    this.rule = rule;
  }
}

/** What the server may grant when it is asked again a little later. */
export const LATER: ReadonlySet<string> = new Set<RefusalCode>(["busy", "too_fast", "paused"]);
