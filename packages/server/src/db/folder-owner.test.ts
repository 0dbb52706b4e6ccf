import { expect, it } from 'vitest'
import { namesIn, type Owners, whyNotYours } from './folder-owner.ts'

const root = 0
const wax = 997
const ada = 1000
const names = new Map([
  [root, 'root'],
  [wax, 'wax'],
])
const all = (uid: number) => ({ postgres: uid, lock: uid, secrets: uid })
const asWax = 'DATA_DIR: /srv/data belongs to wax → run this command as that user with sudo -E -u wax …'

it.each<[string, number, Owners, string | null]>([
  ['its owner', wax, { folder: wax, ...all(wax) }, null],
  ['root in a container, where all is root’s', root, { folder: root, ...all(root) }, null],
  ['a first start in a folder that is not there', root, {}, null],
  ['a first start in an own folder', wax, { folder: wax }, null],
  ['a first start in a folder that its owner has opened to a group', wax, { folder: root }, null],
  ['a later start in it', wax, { folder: root, ...all(wax) }, null],
  ['root where root has always run in a mounted folder', root, { folder: ada, ...all(root) }, null],
  ['root on the data of a service', root, { folder: wax, ...all(wax) }, asWax],
  ['root on the data of a service in a folder of root', root, { folder: root, ...all(wax) }, asWax],
  ['root on a store without a secret', root, { folder: wax, postgres: wax, lock: wax }, asWax],
  ['root on an empty folder of a service', root, { folder: wax }, asWax],
  ['root where only the secrets are another’s', root, { folder: root, ...all(root), secrets: wax }, asWax],
  ['another user', ada, { folder: wax, ...all(wax) }, asWax],
  [
    'root on data of a user without a name',
    root,
    { folder: ada, ...all(ada) },
    "DATA_DIR: /srv/data belongs to user 1000 → run this command as that user with sudo -E -u '#1000' …",
  ],
  [
    'a service in whose folder root has made the store',
    wax,
    { folder: wax, ...all(root) },
    'DATA_DIR: /srv/data/postgres belongs to root → run chown -R wax /srv/data as root',
  ],
  [
    'a service in a folder of root in which root has made the store',
    wax,
    { folder: root, ...all(root) },
    'DATA_DIR: /srv/data/postgres belongs to root → run chown -R wax /srv/data as root',
  ],
  [
    'a user without a name in whose folder root has made the lock',
    ada,
    { folder: ada, ...all(ada), lock: root },
    'DATA_DIR: /srv/data/lock belongs to root → run chown -R 1000 /srv/data as root',
  ],
])('%s', (_who, me, owners, line) => {
  expect(whyNotYours('/srv/data', me, owners, names)).toBe(line)
})

it('reads user names from passwd(5), except names that a shell would have to quote', () => {
  const text =
    'root:x:0:0:root:/root:/bin/sh\ntoor:x:0:0::/:/bin/sh\n# no user\nwax-seal:x:997:997::/:\na b:x:5:5::/:\nbad\n'
  expect([...namesIn(text)]).toEqual([
    [0, 'root'],
    [997, 'wax-seal'],
  ])
})
