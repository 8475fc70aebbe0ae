/** Schemas of permissions; apart from their names, so that a page that asks for a permission needs no schema. */
import { z } from 'zod'
import { projectFunctions } from './permissions.ts'

export const projectFunctionSchema = z.enum(projectFunctions)
