-- The keys of the last day are read from the players' histories; nothing reads this view any more (decision 0019).
drop view kept_answer;
