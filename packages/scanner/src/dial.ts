/**
 * Where a connection meant for this address and port really goes. It stands between the rules on addresses, which see
 * the address of the world that is scanned, and the socket: a world on the loopback of one machine is scanned like the
 * real one. Only a program passes one, as `npm run demo` does; no setting of a server leads to it.
 */
export type Dial = (address: string, port: number) => { address: string; port: number }
