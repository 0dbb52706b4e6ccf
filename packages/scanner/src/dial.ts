/**
 * The actual destination of a connection to this address and port. It applies after the address rules, which see the
 * original address, and before the socket, so that a world on the loopback of one machine is scanned like the real one.
 * Only a program can pass one, as `npm run demo` does; no server setting can.
 */
export type Dial = (address: string, port: number) => { address: string; port: number }
