/** A server of a topology, which can be killed and started again. */
export interface ServerNode {
  readonly name: string;
  readonly port: number;
  /** Resolves when the server answers. */
  start(): Promise<void>;
  /** Kills the process, without giving it time for anything. */
  kill(): Promise<void>;
  /** Ends the process in order. */
  stop(): Promise<void>;
}
