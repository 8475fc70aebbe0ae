/** A worker that unpacks a stored profile and keeps the stacks that are asked for. */
import { readProfile } from '@pone/profiles/model/stored-form.ts'
import { filtered } from '@pone/profiles/views/filter.ts'
import { errorText } from '@pone/schema/error-text.ts'
import type { ProfileResult, ProfileWork } from './profile-thread.ts'

addEventListener('message', ({ data }: MessageEvent<ProfileWork>) => {
  void resultOf(data).then(result => postMessage(result))
})

async function resultOf({ packed, included, excluded }: ProfileWork): Promise<ProfileResult> {
  try {
    const stream = packed.stream().pipeThrough(new DecompressionStream('gzip'))
    const profile = readProfile(new Uint8Array(await new Response(stream).arrayBuffer()))
    return { profile: filtered(profile, { included, excluded }) }
  } catch (error) {
    return { failure: errorText(error) }
  }
}
