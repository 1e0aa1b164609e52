import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A connection to a server that can be cut: data sent in the meantime is dropped, as by a network that loses packets. */
export class TcpLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut: "nothing" | "answers" | "all" = "nothing";

  private constructor(target: number) {
    this.#server = createServer((socket) => this.#pass(socket, target));
  }

  static async to(target: number): Promise<TcpLink> {
    const link = new TcpLink(target);
    await new Promise<void>((resolve) => link.#server.listen(0, "127.0.0.1", resolve));
    return link;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Half open with `answers`: the server hears everything, and its answers are lost. */
  cut(what: "answers" | "all" = "all"): void {
    this.#cut = what;
  }

  /** Connections that have lost something end; new ones pass. */
  mend(): void {
    this.#cut = "nothing";
    this.#drop();
  }

  close(): void {
    this.#server.close();
    this.#drop();
  }

  #drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(from: Socket, target: number): void {
    this.#track(from);
    if (this.#cut === "all") return void from.resume();
    const to = connect(target, "127.0.0.1");
    this.#track(to);
    this.#pipe(from, to, () => this.#cut === "all");
    this.#pipe(to, from, () => this.#cut !== "nothing");
  }

  #pipe(from: Socket, to: Socket, isLost: () => boolean): void {
    from.on("data", (data) => {
      if (!isLost()) to.write(data);
    });
    from.on("close", () => {
      if (!isLost()) to.destroy();
    });
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
