/** The definition of a journey, and the functions that it works with. */
import type { Pone } from '../driver/pone.ts'
import type { Language } from '../driver/texts.ts'
import type { Installation } from './installation.ts'
import type { Shop } from './shop.ts'

export interface BrowserWish {
  readonly language?: Language
  readonly colorScheme?: 'light' | 'dark'
  /** Width of the window, in CSS pixels. */
  readonly width?: number
  /** The tour of a new account is part of the journey. */
  readonly keepsTour?: boolean
}

export interface World {
  readonly installation: Installation
  readonly shop: Shop
  /** A fresh browser profile with one tab on the sign-in page. */
  readonly openBrowser: (wish?: BrowserWish) => Promise<Pone>
  /** Another tab of the same browser profile. */
  readonly openTab: (beside: Pone, address: string) => Promise<Pone>
  /** One counted check; when it fails, its journey ends. The sentence states the expected behaviour. */
  readonly check: (sentence: string, body: () => Promise<unknown>) => Promise<void>
  /** The same, but the journey continues after a failure. */
  readonly checkAlso: (sentence: string, body: () => Promise<unknown>) => Promise<void>
  /** Prints a line below the checks. */
  readonly say: (line: string) => void
}

export interface Journey {
  /** For `--only`. */
  readonly name: string
  /** It measures times, or what it finds depends on free processors: no other journey runs at the same time. */
  readonly needsMachine?: boolean
  readonly run: (world: World) => Promise<void>
}
