/*
 * Mail servers of large providers that offer STARTTLS to everyone. One of them is asked with one EHLO, at most once a day,
 * where no other server has shown that an offer of STARTTLS reaches this installation. `STARTTLS_CONTROL=off` turns it off.
 */

/** Host names, in the order in which they are asked. One that the operator of the host in question runs is skipped. */
export const controlServers: readonly string[] = ['gmail-smtp-in.l.google.com', 'mx-eu.mail.am0.yahoodns.net']
