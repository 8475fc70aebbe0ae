/** The tables of the database by name: empty here, each module adds its own where it types their rows (`<module>.table.ts`). */

export interface Tables {}
