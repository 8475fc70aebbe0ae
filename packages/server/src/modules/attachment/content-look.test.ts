import { expect, test } from 'vitest'
import { isWhatItSays } from './content-look.ts'

const look = (name: string, text: string) => isWhatItSays(name, Buffer.from(text, 'latin1'))

test.each([
  ['order.json', ' {"a": 1}'],
  ['order.json', '\xef\xbb\xbf[1]'],
  ['order.json', '${body}'],
  ['order.xml', '<?xml version="1.0"?><a/>'],
  ['order.xml', '\xff\xfe<\0a\0'],
  ['mail.eml', 'Received: from x\r\nSubject: y\r\n'],
  ['lib.JAR', 'PK\x03\x04'],
  ['photo.jpeg', '\xff\xd8\xff\xe0'],
  ['invoice.pdf', '%PDF-1.7'],
  ['anything.bin', '\0\x01'],
  ['no-ending', 'x'],
])('%s with %j is taken', (name, text) => expect(look(name, text)).toBe(true))

test.each([
  ['order.json', '<html>'],
  ['order.xml', '{"a": 1}'],
  ['mail.eml', 'no header here'],
  ['lib.jar', '#!/bin/sh'],
  ['photo.png', 'GIF89a'],
  ['invoice.pdf', 'PK\x03\x04'],
  ['pack.gz', ''],
])('%s with %j is not what it says', (name, text) => expect(look(name, text)).toBe(false))
