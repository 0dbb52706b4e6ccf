import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A moment, UTC, to the millisecond: what a JavaScript Date can hold, so that a value survives the round trip. */
export const moment = () => timestamp({ withTimezone: true, mode: 'date', precision: 3 })

/** Bytes. Both drivers take and give Uint8Array (node-postgres a Buffer, which is one). */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
