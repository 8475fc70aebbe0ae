/** What of a difference is in the address. */
import { flameDefaults } from '../flame/flame-view.tsx'
import { askedDefaults } from '../flame/profile-frame.tsx'

export const differenceDefaults = {
  ...askedDefaults,
  ...flameDefaults,
  with: '',
  mode: 'normalised',
  by: 'after',
}
export type DifferenceState = typeof differenceDefaults
