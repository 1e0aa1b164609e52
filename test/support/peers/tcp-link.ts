import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A connection to a server that can be cut: data sent in the meantime is dropped, as by a network that loses packets. */
export class TcpLink {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

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

  cut(): void {
    this.#isCut = true;
  }

  /** Connections that have lost something end; new ones pass. */
  mend(): void {
    this.#isCut = false;
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
    if (this.#isCut) return void from.resume();
    const to = connect(target, "127.0.0.1");
    this.#track(to);
    this.#pipe(from, to);
    this.#pipe(to, from);
  }

  #pipe(from: Socket, to: Socket): void {
    from.on("data", (data) => {
      if (!this.#isCut) to.write(data);
    });
    from.on("close", () => {
      if (!this.#isCut) to.destroy();
    });
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
