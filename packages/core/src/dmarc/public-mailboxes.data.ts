/**
 * Domains of public mailbox providers: their users cannot publish a consent to reports there. A selection of common ones,
 * written down by hand and not complete. Each is also named as a free mailbox in jgillich/free-email-domains (MIT, July
 * 2018, both of its lists) or in the research of andybod1-lang/eurocheck (January 2026). The data only choose words: a
 * domain counts as refusing when its own DNS has no consent.
 */
export const publicMailboxes: ReadonlySet<string> = new Set(
  [
    'gmail.com googlemail.com',
    'outlook.com outlook.de outlook.es outlook.fr outlook.it hotmail.com hotmail.co.uk hotmail.de hotmail.es hotmail.fr hotmail.it live.com live.co.uk live.fr live.nl msn.com',
    'yahoo.com yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com.au yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it ymail.com rocketmail.com aol.com',
    'icloud.com me.com mac.com',
    'proton.me protonmail.com tuta.com tutanota.com fastmail.com zohomail.com hushmail.com mailfence.com',
    'gmx.at gmx.ch gmx.com gmx.de gmx.net web.de mail.com freenet.de posteo.de',
    'laposte.net libero.it virgilio.it seznam.cz wp.pl onet.pl interia.pl ukr.net',
    'yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru',
    'qq.com foxmail.com 163.com 126.com sina.com naver.com hanmail.net rediffmail.com',
  ].flatMap(line => line.split(' ')),
)
