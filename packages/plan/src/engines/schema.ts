/** How an engine's name is read in documents and calls. */
import { z } from 'zod'
import { type Engine, engineNames } from './engine.ts'
import { engineNamed } from './registry.ts'

/** The name of an engine; its displayed name is read too. */
export const engineSchema: z.ZodType<Engine, Engine> = z.preprocess(
  (value: Engine) => engineNamed(value) ?? value,
  z.enum(engineNames),
)
