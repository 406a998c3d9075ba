/** What the operators' part of the server tells, as JSON. */

export type TableTold = {
  table: string;
  name: string;
  encounter: string;
  phase: string;
  closed: boolean;
  here: number;
  seats: number;
  spectators: number;
};

export type PlayerTold = { player: string; name: string; address: string };

export type ProcessTold = {
  process: string;
  version: string;
  connections: number;
  battles: number;
  draining: boolean;
};

/** Everything that is listed. */
export type Found = {
  tables: TableTold[];
  players: PlayerTold[];
  processes: ProcessTold[];
  silent: string[];
  notice: string;
};

export type BanTold = { target: string; until: number; by: string; why: string };

export type ActTold = {
  id: string;
  time: number;
  operator: string;
  act: string;
  given: Record<string, unknown>;
  why: string;
  outcome: string;
};

export type ChairTold = { seat: string; player: string; name: string; bot: string; here: boolean };

/** One table, looked into. */
export type Inspected = Omit<TableTold, "here"> & {
  version: number;
  host: string;
  stuck: string;
  lost: boolean;
  why_closed: string;
  leader: { player: string; name: string };
  chairs: ChairTold[];
  members: { player: string; name: string }[];
  questions: { id: number; text: string; waited_for: string[] }[];
};

/** What each look gives. */
export type Looks = { list: Found; bans: BanTold[]; audit: ActTold[]; inspect: Inspected };

/** What an act is about. */
export type Given = Readonly<Record<string, string | number>>;
