import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A UTC time with milliseconds, the precision of a JavaScript Date, so that a value survives the round trip. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** Bytes. Both drivers accept and return Uint8Array (node-postgres a Buffer, which is one). */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
