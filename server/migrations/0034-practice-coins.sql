-- Coin-margined futures are paid for in coins: sites that give practice money give some of these too, unless they said
-- how much. Accounts that are open already may refill.
update site
set practice_credit = '{"BTC": "0.1"}'::jsonb || practice_credit
where money_mode = 'PRACTICE'
  and ',' || replace(used_coins, ' ', '') || ',' like '%,BTC,%';
