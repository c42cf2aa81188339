import { expectTypeOf, test } from 'vitest';
import type { Amount } from './amount.ts';
import type { Command } from './command.ts';
import type { TakesFree } from './product.ts';

test('only a command that knows what is reserved may take what is beyond it', () => {
  type Tip = Command<'GIVE_TIP'>;
  expectTypeOf<TakesFree<Tip>>().toEqualTypeOf<'NOTHING' | 'OWN_RULE'>();
  expectTypeOf<TakesFree<Tip & { readonly reserved: Amount }>>().toEqualTypeOf<
    'NOTHING' | 'OWN_RULE' | 'BEYOND_RESERVED'
  >();
});
