/**
 * Domains at which anyone can get a mailbox. None of them authorizes DMARC reports for the domains of others. As of
 * November 2026, from the providers' own sign-up pages.
 */
export const publicMailboxes: ReadonlySet<string> = new Set(
  [
    'gmail.com googlemail.com',
    'outlook.com outlook.de outlook.es outlook.fr outlook.it hotmail.com hotmail.co.uk hotmail.de hotmail.es hotmail.fr hotmail.it live.com live.co.uk live.fr live.nl msn.com',
    'yahoo.com yahoo.ca yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com.au yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it ymail.com rocketmail.com aol.com',
    'icloud.com me.com mac.com',
    'proton.me protonmail.com pm.me tuta.com tutanota.com fastmail.com hey.com zohomail.com hushmail.com mailfence.com',
    'gmx.at gmx.ch gmx.com gmx.de gmx.net web.de mail.com freenet.de posteo.de t-online.de',
    'orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it seznam.cz wp.pl o2.pl onet.pl interia.pl ukr.net abv.bg',
    'yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru',
    'qq.com foxmail.com 163.com 126.com sina.com naver.com daum.net hanmail.net rediffmail.com',
    'comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com bigpond.com uol.com.br terra.com.br',
  ].flatMap(line => line.split(' ')),
)
