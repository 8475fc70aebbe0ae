/** Base64 of texts; safe in a browser. */
import type { Pair } from '../model/recording.ts'

/** Of its UTF-8. */
export const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** The header of a basic sign-in. @param credentials `user:password` */
export const basicAuthorization = (credentials: string): Pair => ({
  name: 'Authorization',
  value: `Basic ${base64Of(credentials)}`,
})
